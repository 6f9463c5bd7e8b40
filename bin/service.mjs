// The service as a program of its own, bundled as `dist/main.js`: a static import of many files could not report its own failure.
import { importProgram } from './import-program.mjs';

await importProgram(new URL('service.js', import.meta.url).href);
