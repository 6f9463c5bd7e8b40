// The graphics card as WebGL reports it: vendor and renderer names, and a hash of limits, precisions and extensions.
import { hash } from '../hash.ts';
import { yieldToPage } from '../yield.ts';

/** The constants whose values differ between cards and drivers. */
const LIMITS = /^(MAX_|SUBPIXEL_BITS|ALIASED_)|VERSION$/;

export async function webgl() {
  const gl = document.createElement('canvas').getContext('webgl');
  if (!gl) return {};
  // Creating the context is the most expensive step; reading from it waits for the graphics process again.
  await yieldToPage();
  try {
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    return {
      webgl_vendor: text(gl, names ? names.UNMASKED_VENDOR_WEBGL : gl.VENDOR),
      webgl_renderer: text(gl, names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER),
      webgl_hash: hash(JSON.stringify([limits(gl), precisions(gl), gl.getSupportedExtensions()])),
    };
  } finally {
    // Browsers allow at most 16 contexts, and the page may need them all.
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function text(gl: WebGLRenderingContext, name: number): string | undefined {
  return (gl.getParameter(name) as string | null) || undefined;
}

function limits(gl: WebGLRenderingContext): unknown[] {
  const values: unknown[] = [];
  for (const name in gl) {
    if (!LIMITS.test(name)) continue;
    const value: unknown = gl.getParameter(gl[name as 'VERSION']);
    values.push(name, ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value);
  }
  return values;
}

function precisions(gl: WebGLRenderingContext): unknown[] {
  return [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].flatMap((shader) =>
    [gl.HIGH_FLOAT, gl.MEDIUM_FLOAT, gl.HIGH_INT].map((kind) => {
      const { precision, rangeMin, rangeMax } = gl.getShaderPrecisionFormat(shader, kind) ?? {};
      return [precision, rangeMin, rangeMax];
    }),
  );
}
