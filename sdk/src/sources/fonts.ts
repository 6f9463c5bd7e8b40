// Which of some well-known fonts are installed, seen in the width of a word that falls back to another font without them.
import { hash } from '../hash.ts';
import { yieldToPage } from '../yield.ts';

/** The same names that FingerprintJS 5 asks for, so that a list from either collector means the same. */
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
/** Wide and narrow letters and digits: fonts rarely agree on all of them. */
const WORD = 'WwMmqgIl01&@';
/** Names asked before the page gets its turn: the first look for a font goes to the disk. */
const SLICE = 5;

export async function fonts() {
  // A canvas measures without touching the page: no element is added, no style is needed.
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return {};
  const measure = (family: string) => {
    pen.font = `48px ${family}`;
    const { width, actualBoundingBoxAscent } = pen.measureText(WORD);
    return `${width} ${actualBoundingBoxAscent}`;
  };
  const plain = FALLBACKS.map(measure);
  const found: string[] = [];
  for (let index = 0; index < NAMES.length; index++) {
    if (index % SLICE === SLICE - 1) await yieldToPage();
    const name = NAMES[index] as string;
    if (FALLBACKS.some((fallback, at) => measure(`"${name}",${fallback}`) !== plain[at])) found.push(name);
  }
  // Where none is found, a browser may have refused to tell.
  return { fonts: found, fonts_hash: found.length > 0 ? hash(found.join()) : undefined };
}
