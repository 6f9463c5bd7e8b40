// Hashes which media types the browser can play: differs by browser, build and system decoders.
import { hash } from '../hash.ts';

const TYPES = [
  'audio/aac',
  'audio/flac',
  'audio/mpeg',
  'audio/ogg; codecs="vorbis"',
  'audio/mp4; codecs="ac-3"',
  'audio/mp4; codecs="alac"',
  'video/mp4; codecs="avc1.42E01E, mp4a.40.2"',
  'video/mp4; codecs="hvc1.1.6.L93.B0"',
  'video/mp4; codecs="av01.0.05M.08"',
  'video/ogg; codecs="theora"',
  'video/webm; codecs="vp9, opus"',
  'video/quicktime',
];

export function codecs() {
  const player = document.createElement('video');
  return { codecs_hash: hash(TYPES.map((type) => player.canPlayType(type)).join()) };
}
