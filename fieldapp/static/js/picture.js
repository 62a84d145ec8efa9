// The picture of a file, upright as its EXIF says, by whichever of the browser's two ways reads it.

/** Something that a canvas can draw. Raises where this browser cannot read the file. */
export async function pictureOf(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return throughImage(file);
  }
}

async function throughImage(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Its width and height in pixels, whichever way it was read. */
export const widthOf = (picture) => picture.naturalWidth || picture.width;
export const heightOf = (picture) => picture.naturalHeight || picture.height;
