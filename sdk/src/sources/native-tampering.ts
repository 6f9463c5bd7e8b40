// How many of the browser's own functions, those that a disguise has to change, have been replaced.

/** Where a disguise has to reach: what names the browser, and what draws its fingerprint. */
const SUSPECTS = {
  Navigator: 'webdriver userAgent platform languages plugins hardwareConcurrency deviceMemory vendor',
  Permissions: 'query',
  HTMLCanvasElement: 'toDataURL getContext',
  CanvasRenderingContext2D: 'getImageData measureText',
  WebGLRenderingContext: 'getParameter getSupportedExtensions',
  AudioBuffer: 'getChannelData',
  Screen: 'width height',
  Function: 'toString',
};

/** Replaced functions and getters, counted; and each of them that was laid over `navigator` itself. */
export function nativeTampering(): number {
  let count = 0;
  for (const [owner, names] of Object.entries(SUSPECTS)) {
    const { prototype } = (window as unknown as Record<string, { prototype?: object }>)[owner] ?? {};
    for (const name of names.split(' ')) {
      const property = prototype && Object.getOwnPropertyDescriptor(prototype, name);
      const code: unknown = property && (property.get ?? property.value);
      if (typeof code === 'function' && isReplaced(code, name)) count++;
      // A real navigator has these on its prototype only.
      if (owner === 'Navigator' && Object.getOwnPropertyDescriptor(navigator, name)) count++;
    }
  }
  return count;
}

function isReplaced(code: object, name: string): boolean {
  const text = Function.prototype.toString.call(code);
  if (!text.includes('[native code]') || !text.includes(name)) return true;
  // A native function is no constructor of objects; one written in a page is, unless it is an arrow or a method.
  if (Object.getOwnPropertyDescriptor(code, 'prototype')) return true;
  // A proxy shows its target's text. But only a proxy lets itself be made its own prototype: on a plain function that
  // would close a circle, and is refused.
  const before: unknown = Object.getPrototypeOf(code);
  if (!Reflect.setPrototypeOf(code, code)) return false;
  Reflect.setPrototypeOf(code, before as object);
  return true;
}
