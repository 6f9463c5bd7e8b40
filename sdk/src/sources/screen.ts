// The screen: size, available size without system bars, color depth and pixel density.

export function screenSize() {
  const { width, height, availWidth, availHeight, colorDepth } = screen;
  return {
    screen: {
      width,
      height,
      avail_width: availWidth,
      avail_height: availHeight,
      color_depth: colorDepth,
      pixel_ratio: devicePixelRatio,
    },
  };
}
