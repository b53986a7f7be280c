import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { ConcurrencyLimiter } from '../../../../platform/shared/event-loop/concurrency-limiter.ts'
import { renderPng } from '../drawing/qr-png.ts'
import { encodeDesign } from '../drawing/qr-symbol.ts'
import { type Design, defaultDesign, getErrorCorrectionLevel, listContrasts } from '../qr-design.ts'
import type { QrAdvice, QrReadability, QrReaderName } from './qr-readability.ts'
import type { RawImage, Reading } from './qr-reading-worker.ts'

/** The compiled service has the file beside its bundle. */
const workerFile = new URL(`./qr-reading-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** Everything that decides how one code looks. */
export interface DrawnDesign {
  /** The address in the code. */
  readonly text: string
  readonly design: Design
  readonly logo: { readonly id: string; readonly png: Buffer } | null
}

const readerNames: readonly QrReaderName[] = ['zxing', 'jsqr']

/** Draws codes and reads them again, in a thread of its own for each, one at a time. */
export class QrReaders {
  private readonly results = new LRUCache<string, Promise<QrReadability>>({ max: 500 })
  private readonly limiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 50 })

  /** Reads a code. `caller` shares the reader with others. */
  read(caller: string, drawn: DrawnDesign): Promise<QrReadability> {
    const key = createHash('sha256')
      .update(JSON.stringify([drawn.text, { ...drawn.design, size: 0 }, drawn.logo?.id]))
      .digest('base64')
    const known = this.results.get(key)
    if (known) return known
    const result = this.limiter.run(caller, () => readDesign(drawn))
    this.results.set(key, result)
    // Failures are not kept.
    result.catch(() => this.results.delete(key))
    return result
  }
}

async function readDesign({ text, design, logo }: DrawnDesign): Promise<QrReadability> {
  const symbol = encodeDesign(text, design, logo !== null)
  const large = await renderPng(symbol, { ...design, size: 300 }, logo?.png ?? null)
  const turned = await sharp(large).flatten({ background: '#ffffff' }).rotate(12, { background: '#ffffff' }).toBuffer()
  const readings = await readInThread([await toRawImage(large), await toRawImage(turned, 130)])
  const isRead = (name: QrReaderName) => readings.every((reading) => reading[name] === text)
  const readers = readerNames.map((name) => ({ name, read: isRead(name) }))
  return {
    readers,
    advice: readers.every(({ read }) => read) ? [] : adviseOn(design, logo !== null),
  }
}

/** On white and grey by its luminance, as cameras see it; jsQR weighs encoded colours instead. `width` in pixels. */
async function toRawImage(png: Buffer, width?: number): Promise<RawImage> {
  const grey = sharp(png).flatten({ background: '#ffffff' }).grayscale().normalise()
  const { data, info } = await sharp(await grey.resize(width).png().toBuffer())
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function readInThread(images: readonly RawImage[]): Promise<readonly Reading[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Reading[]>()
  const thread = new Worker(workerFile, { name: 'readers of QR codes', workerData: images })
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', (code) => reject(new Error(`The thread that reads QR codes ended with ${code}.`)))
  return promise
}

/** The contrast from which colours are not what keeps a reader away. */
const safeContrast = 7

function adviseOn(design: Design, hasLogo: boolean): QrAdvice[] {
  const { dots, eyes, margin } = design
  const advice: readonly (readonly [QrAdvice, boolean])[] = [
    ['smallerLogo', hasLogo && design.logoShare > 6],
    ['squareDots', dots === 'dots' || dots === 'bars'],
    ['squareEyes', eyes === 'circle'],
    ['widerMargin', margin < defaultDesign.margin],
    ['darkerColors', listContrasts(design).some(({ ratio }) => ratio < safeContrast)],
    ['higherLevel', hasLogo && getErrorCorrectionLevel(design, hasLogo) !== 'H'],
  ]
  return advice.flatMap(([name, isHelpful]) => (isHelpful ? [name] : []))
}
