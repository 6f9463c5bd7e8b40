// Counts native functions that have been replaced, among those that a spoofing tool must change.

/** Targets of spoofing tools: properties that identify the browser and functions that produce its fingerprint. */
const CHECKED = {
  Navigator: 'webdriver userAgent platform languages plugins hardwareConcurrency deviceMemory vendor',
  Permissions: 'query',
  HTMLCanvasElement: 'toDataURL getContext',
  CanvasRenderingContext2D: 'getImageData measureText',
  WebGLRenderingContext: 'getParameter getSupportedExtensions',
  AudioBuffer: 'getChannelData',
  Screen: 'width height',
  Function: 'toString',
};

/** Counts replaced functions and getters, and Navigator properties that are defined on `navigator` itself. */
export function nativeTampering(): number {
  let count = 0;
  for (const [owner, names] of Object.entries(CHECKED)) {
    const { prototype } = (window as unknown as Record<string, { prototype?: object }>)[owner] ?? {};
    for (const name of names.split(' ')) {
      const property = prototype && Object.getOwnPropertyDescriptor(prototype, name);
      const code: unknown = property && (property.get ?? property.value);
      if (typeof code === 'function' && isReplaced(code, name)) count++;
      // An unmodified navigator has these only on its prototype.
      if (owner === 'Navigator' && Object.getOwnPropertyDescriptor(navigator, name)) count++;
    }
  }
  return count;
}

function isReplaced(code: object, name: string): boolean {
  const text = Function.prototype.toString.call(code);
  if (!text.includes('[native code]') || !text.includes(name)) return true;
  // These native functions have no `prototype`; functions written in a page do, except arrow functions and methods.
  if (Object.getOwnPropertyDescriptor(code, 'prototype')) return true;
  // A proxy has the source text of its target. But only a proxy can be set as its own prototype: for a plain function,
  // that cycle is rejected.
  const before: unknown = Object.getPrototypeOf(code);
  if (!Reflect.setPrototypeOf(code, code)) return false;
  Reflect.setPrototypeOf(code, before as object);
  return true;
}
