"use strict";
const positions = [...document.querySelectorAll(".position")];
const list = document.querySelector(".moves");
const links = [...list.querySelectorAll("a")];
const controls = document.getElementById("controls");
const slider = document.getElementById("slider");
const buttons = [...controls.querySelectorAll("button")];
const last = positions.length - 1;
let at = 0;

const show = (wanted) => {
  at = Math.min(Math.max(wanted, 0), last);
  positions.forEach((position, number) => { position.hidden = number !== at; });
  links.forEach((link) => link.removeAttribute("aria-current"));
  links[at].setAttribute("aria-current", "step");
  list.scrollTop = links[at].offsetTop - list.offsetTop - list.clientHeight / 2;
  slider.value = at;
  slider.setAttribute("aria-valuetext", links[at].textContent);
  const targets = [0, at - 1, at + 1, last];
  buttons.forEach((button, number) => {
    button.onclick = () => show(targets[number]);
    button.setAttribute("aria-disabled", Math.min(Math.max(targets[number], 0), last) === at);
  });
};

slider.oninput = () => show(Number(slider.value));
links.forEach((link, number) => {
  link.onclick = (event) => {
    event.preventDefault();
    show(number);
  };
});
addEventListener("keydown", (event) => {
  if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const wanted = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (wanted !== undefined) {
    event.preventDefault();
    show(wanted);
  }
});
controls.hidden = false;
document.body.classList.add("walks");
show(Number(controls.dataset.at));
