// The part of the address after `#`: the token, which the first address of a tab contains, and links to positions.

/** Maximum size of a link, in bytes. The server refuses longer ones with a sentence. */
const MAX_LINK = 8 * 1024;

/** Whether a text is a link to a position, possibly a damaged one. */
export function isLink(text: string): boolean {
  return /^(https?:\/\/\S+|#\S*game=\S*)$/.test(text.trim());
}

/** A link as it is sent to the server. Its end is cut off if the server would refuse it anyhow. */
export function bounded(link: string): string {
  return link.trim().slice(0, MAX_LINK + 1);
}

/** Keeps the token and the link of the address for this tab, and removes them from the address. Without a token, a link
 * waits in the address too. */
export function readAddress(): void {
  const given = /[#&]token=([0-9a-f]+)/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem("token", given);
  }
  const hasLink = /[#&]game=/.test(location.hash);
  if (hasLink) {
    sessionStorage.setItem("link", bounded(location.hash));
  }
  if (given !== undefined || (hasLink && token() !== "")) {
    history.replaceState(null, "", location.pathname);
  }
}

/** The token of this tab; empty if it has none. */
export function token(): string {
  return sessionStorage.getItem("token") ?? "";
}

/** The link that waits to be opened. */
export function takeLink(): string | null {
  const link = sessionStorage.getItem("link");
  sessionStorage.removeItem("link");
  return link;
}

/** The address of the position with this fragment. */
export function addressOf(fragment: string): string {
  return `${location.origin}${location.pathname}#${fragment}`;
}
