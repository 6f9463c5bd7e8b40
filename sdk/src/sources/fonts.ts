// Detects which well-known fonts are installed: without a font, a word is drawn in another one with different metrics.
import { hash } from '../hash.ts';
import { yieldToPage } from '../yield.ts';

/** The same names as in FingerprintJS 5, so that lists from both collectors are comparable. */
const NAMES = (
  'ARNO PRO,Agency FB,Arabic Typesetting,Arial Unicode MS,AvantGarde Bk BT,BankGothic Md BT,Batang,' +
  'Bitstream Vera Sans Mono,Calibri,Century,Century Gothic,Clarendon,EUROSTILE,Franklin Gothic,Futura Bk BT,' +
  'Futura Md BT,GOTHAM,Gill Sans,HELV,Haettenschweiler,Helvetica Neue,Humanst521 BT,Leelawadee,' +
  'Letter Gothic,Levenim MT,Lucida Bright,Lucida Sans,MS Mincho,MS Outlook,MS Reference Specialty,' +
  'MS UI Gothic,MT Extra,MYRIAD PRO,Marlett,Meiryo UI,Menlo,Microsoft Uighur,Minion Pro,Monotype Corsiva,' +
  'PMingLiU,Pristina,SCRIPTINA,Segoe UI Light,Serifa,SimHei,Small Fonts,Staccato222 BT,TRAJAN PRO,' +
  'Univers CE 55 Medium,Vrinda,ZWAdobeF,sans-serif-thin'
).split(',');
const FALLBACKS = ['monospace', 'sans-serif', 'serif'];
/** Wide and narrow letters and digits: fonts rarely have the same widths for all of them. */
const WORD = 'WwMmqgIl01&@';
/** Names measured before yielding to the page: the first measurement of a font reads from disk. */
const SLICE = 5;

export async function fonts() {
  // Measuring in a canvas adds no element or style to the page.
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return {};
  const measure = (family: string) => {
    pen.font = `48px ${family}`;
    const { width, actualBoundingBoxAscent } = pen.measureText(WORD);
    return `${width} ${actualBoundingBoxAscent}`;
  };
  const defaults = FALLBACKS.map(measure);
  const found: string[] = [];
  for (let index = 0; index < NAMES.length; index++) {
    if (index % SLICE === SLICE - 1) await yieldToPage();
    const name = NAMES[index] as string;
    if (FALLBACKS.some((fallback, at) => measure(`"${name}",${fallback}`) !== defaults[at])) found.push(name);
  }
  // No hash for an empty list: the browser may have hidden its fonts.
  return { fonts: found, fonts_hash: found.length > 0 ? hash(found.join()) : undefined };
}
