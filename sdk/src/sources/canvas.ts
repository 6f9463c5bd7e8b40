// Hashes a drawing of text and shapes: fonts, antialiasing and the graphics driver affect its pixels.
import { hash } from '../hash.ts';
import { yieldToPage } from '../yield.ts';

export async function canvas() {
  const element = document.createElement('canvas');
  element.width = 240;
  element.height = 60;
  const pen = element.getContext('2d', { willReadFrequently: true });
  if (!pen) return {};
  if (isNoisy(pen)) return {};
  // Creating the canvas, drawing (which loads fonts) and encoding the image run in three tasks instead of one.
  await yieldToPage();
  draw(pen);
  await yieldToPage();
  return { canvas_hash: hash(element.toDataURL()) };
}

/**
 * Some browsers add noise to pixels that a page reads back (Brave, Safari's private windows, Firefox's fingerprinting
 * resistance), so their hash would change every day. A square of one color that reads back differently reveals this.
 */
function isNoisy(pen: CanvasRenderingContext2D): boolean {
  const color = [180, 90, 45, 255];
  pen.fillStyle = `rgb(${color})`;
  pen.fillRect(0, 0, 60, 60);
  return pen.getImageData(0, 0, 60, 60).data.some((value, index) => value !== color[index % 4]);
}

function draw(pen: CanvasRenderingContext2D): void {
  pen.clearRect(0, 0, 240, 60);
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = '#e9572b';
  pen.fillRect(96, 4, 70, 22);
  pen.fillStyle = '#0a5c9e';
  pen.font = '13pt "Times New Roman"';
  // An emoji and a letter that most fonts lack: the fallback font differs between systems.
  pen.fillText('Vexed gnu, quick fjords \u{1F9ED}\u0416', 3, 20);
  pen.fillStyle = 'rgba(60, 190, 70, 0.65)';
  pen.font = '17pt Arial';
  pen.fillText('Vexed gnu, quick fjords', 5, 44);
  pen.globalCompositeOperation = 'multiply';
  for (let circle = 0; circle < 3; circle++) {
    pen.fillStyle = `hsl(${circle * 120}, 90%, 55%)`;
    pen.beginPath();
    pen.arc(190 + circle * 14, 30, 19, 0, 7);
    pen.fill();
  }
}
