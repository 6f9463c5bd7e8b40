// Converts an 8-bit PNG to a palette of at most 256 colors, which shrinks a screenshot with flat colors to a third.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLORS = 256;

/** The chunks of a PNG after its signature (W3C PNG specification, section 5). */
function* chunksOf(png: Buffer): Generator<[type: string, data: Buffer]> {
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Predictor of filter type 4 (W3C PNG specification, section 9.4). */
function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** Reverses the row filters in place; each row still starts with its filter byte. */
function unfilter(rows: Buffer, height: number, stride: number, bytes: number): void {
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1) + 1;
    const above = row - stride - 1;
    const filter = rows[row - 1];
    for (let x = 0; x < stride; x++) {
      const a = x < bytes ? 0 : (rows[row + x - bytes] as number);
      const b = y === 0 ? 0 : (rows[above + x] as number);
      const c = y === 0 || x < bytes ? 0 : (rows[above + x - bytes] as number);
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter as number] as number;
      rows[row + x] = (rows[row + x] as number) + guess;
    }
  }
}

/** Bin of a color, five bits per channel: colors in a bin are visually indistinguishable. */
function binOf(r: number, g: number, b: number): number {
  return ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
}

/** The mean colors of the most frequent bins, and for every used bin the index of the nearest palette color. */
function paletteOf(pixels: Buffer, bytes: number): { palette: number[][]; nearest: Uint8Array } {
  const sums = new Float64Array(32_768 * 4);
  for (let at = 0; at < pixels.length; at += bytes) {
    const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number];
    const start = binOf(r, g, b) * 4;
    for (const [index, value] of [r, g, b, 1].entries()) sums[start + index] = (sums[start + index] as number) + value;
  }
  const count = (bin: number) => sums[bin * 4 + 3] as number;
  const mean = (bin: number) => [0, 1, 2].map((index) => Math.round((sums[bin * 4 + index] as number) / count(bin)));
  const used = [...Array(32_768).keys()].filter((bin) => count(bin) > 0).sort((a, b) => count(b) - count(a));
  const palette = used.slice(0, COLORS).map(mean);
  const distance = (a: number[], b: number[]) =>
    a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0);
  const nearest = new Uint8Array(32_768);
  for (const bin of used) {
    const color = mean(bin);
    let best = 0;
    for (const [index, one] of palette.entries()) {
      if (distance(one, color) < distance(palette[best] as number[], color)) best = index;
    }
    nearest[bin] = best;
  }
  return { palette, nearest };
}

/** @throws when the PNG is not 8-bit RGB or RGBA without interlacing, which is what Chromium writes. */
export function palettePng(png: Buffer): Buffer {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(([type]) => type === 'IHDR')?.[1];
  if (header === undefined) throw new Error('not a PNG');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bytes = { 2: 3, 6: 4 }[header[9] as number];
  if (header[8] !== 8 || bytes === undefined || header[12] !== 0) throw new Error('not an 8-bit RGB or RGBA PNG');
  const rows = inflateSync(Buffer.concat(chunks.filter(([type]) => type === 'IDAT').map(([, data]) => data)));
  const stride = width * bytes;
  unfilter(rows, height, stride, bytes);
  const pixels = Buffer.concat(
    Array.from({ length: height }, (_, y) => rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1))),
  );
  const { palette, nearest } = paletteOf(pixels, bytes);
  const indexed = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += bytes) {
      const bin = binOf(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number);
      indexed[y * (width + 1) + 1 + x] = nearest[bin] as number;
    }
  }
  const head = Buffer.from(header);
  head[9] = 3;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(indexed, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
