import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import jsQr from 'jsqr'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** An image of four bytes a pixel: red, green, blue and opacity. */
export interface RawImage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** The text that each reader finds in one image; null for none. */
export interface Reading {
  readonly zxing: string | null
  readonly jsqr: string | null
}

// A program in a thread, which ends after its images: readers compute for tens of milliseconds.
parentPort?.postMessage(await Promise.all((workerData as RawImage[]).map(readImage)))

async function readImage({ data, width, height }: RawImage): Promise<Reading> {
  const pixels = new Uint8ClampedArray(data)
  return {
    zxing: await readWithZxing({ data: pixels, width, height, colorSpace: 'srgb' } as ImageData),
    // A CommonJS module with the export `default`.
    jsqr: (jsQr as unknown as typeof jsQr.default)(pixels, width, height)?.data ?? null,
  }
}

async function readWithZxing(image: ImageData): Promise<string | null> {
  // Without its program it would ask a foreign host for it.
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: await readFile(file) } })
  const [code] = await readBarcodes(image, { formats: ['QRCode'], tryInvert: false })
  return code?.text ?? null
}
