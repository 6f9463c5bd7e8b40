// Tests parsing a renderer text into chip and driver, in the formats of different browsers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseGpu } from './gpu.ts';

test('splits a renderer into chip and driver', () => {
  const cases: [string, string, string | null][] = [
    [
      'ANGLE (Intel, Intel(R) UHD Graphics (0x00009A68) Direct3D11 vs_5_0 ps_5_0, D3D11-27.20)',
      'Intel(R) UHD Graphics (0x00009A68)',
      'Direct3D11 vs_5_0 ps_5_0, D3D11-27.20',
    ],
    [
      'ANGLE (AMD, Radeon R9 200 Series Direct3D11 vs_5_0 ps_5_0), or similar',
      'Radeon R9 200 Series',
      'Direct3D11 vs_5_0 ps_5_0',
    ],
    ['ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)', 'Apple M2', 'Metal Unspecified Version'],
    [
      'ANGLE (NVIDIA, Vulkan 1.3.242 (NVIDIA GeForce RTX 3060 (0x00002504)), NVIDIA)',
      'NVIDIA GeForce RTX 3060 (0x00002504)',
      'Vulkan 1.3.242 NVIDIA',
    ],
    ['AMD Radeon RX 580 (polaris10, LLVM 15.0.7, DRM 3.49)', 'AMD Radeon RX 580', 'polaris10, LLVM 15.0.7, DRM 3.49'],
    ['Apple GPU', 'Apple GPU', null],
    ['Mali-G57 MC2', 'Mali-G57 MC2', null],
    ['', '', null],
  ];
  for (const [text, renderer, driver] of cases) assert.deepEqual(parseGpu(text), { renderer, driver }, text);
});

test('keeps the chip unchanged when only the driver is updated', () => {
  const chip = 'ANGLE (NVIDIA, NVIDIA GeForce GTX 1050 Ti (0x1C8C) Direct3D11 vs_5_0 ps_5_0, D3D11';
  assert.equal(parseGpu(`${chip}-31.0.15.1)`).renderer, parseGpu(`${chip}-31.0.15.2)`).renderer);
  assert.notEqual(parseGpu(`${chip}-31.0.15.1)`).driver, parseGpu(`${chip}-31.0.15.2)`).driver);
});
