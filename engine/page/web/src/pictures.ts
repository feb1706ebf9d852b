// Files that the page offers to save, and pictures of positions.

import type { Event } from "./protocol";

/** Number of pixels of a PNG picture for one of the drawing, so that it is sharp. */
const SCALE = 2;

/** Time after which a file has been saved, in milliseconds. */
const SAVED = 1000;

/** Offers a file to save. */
export function download(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
}

/** Offers a picture to save. */
export async function savePicture({ kind, name, svg }: Extract<Event, { is: "picture" }>): Promise<void> {
  const drawing = new Blob([svg], { type: "image/svg+xml" });
  download(`${name}.${kind}`, kind === "svg" ? drawing : await pixels(drawing));
}

/** The pixels of a drawing, as PNG. */
async function pixels(drawing: Blob): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
