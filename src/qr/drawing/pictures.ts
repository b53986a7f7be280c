import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { Turnstile } from '../../base/turnstile.ts'
import type { OfferedImage } from '../../graphql/context.ts'
import { type Design, levelWith } from '../rules/design.ts'
import { pngOf } from './png.ts'
import { svgOf } from './svg.ts'
import { symbolOf } from './symbol.ts'

export const formats = { svg: 'image/svg+xml', png: 'image/png' } as const
export type Format = keyof typeof formats
export const formatNames = Object.keys(formats) as Format[]

/** What is to be drawn. */
export interface PictureWish {
  /** What the file is called, without its ending. */
  readonly name: string
  readonly text: string
  readonly design: Design
  readonly format: Format
  /** A logo never changes under its id. */
  readonly logo: { readonly id: string; read(): Promise<Buffer | null> } | null
}

/** Rises whenever the same wish is drawn in another way, for that changes the bytes under a tag. */
const drawing = `1 ${sharp.versions.vips}`

/** Pictures kept; most are some KiB, the largest that a logo can make a quarter of a MiB. */
const maxKept = 128

/** Draws codes, each once for all who ask for it while it is kept. */
export class QrPictures {
  /** In the order in which they were last asked for, so that the first are the ones to go. */
  readonly #kept = new Map<string, Promise<Buffer>>()
  /** Two at once leave the other half of libuv's threads to files, names and passwords. */
  readonly #turnstile = new Turnstile({ atOnce: 2, waiting: 50 })

  /** The picture, not drawn before it is needed: whoever has it under its tag needs none. */
  picture(wish: PictureWish): OfferedImage {
    const { name, text, design, format, logo } = wish
    const hash = createHash('sha256').update(JSON.stringify([drawing, text, design, format, logo?.id]))
    const tag = `"${hash.digest('base64url').slice(0, 27)}"`
    return { name: `${name}.${format}`, mediaType: formats[format], tag, draw: () => this.#find(tag, wish) }
  }

  #find(tag: string, wish: PictureWish): Promise<Buffer> {
    const found = this.#kept.get(tag) ?? this.#turnstile.pass(() => draw(wish))
    this.#kept.delete(tag)
    this.#kept.set(tag, found)
    // What could not be drawn is no picture to keep.
    found.catch(() => this.#kept.get(tag) === found && this.#kept.delete(tag))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest)
    return found
  }
}

async function draw({ text, design, format, logo }: PictureWish): Promise<Buffer> {
  const symbol = symbolOf(text, levelWith(design, logo !== null), logo !== null)
  const image = logo && (await logo.read())
  return format === 'png' ? pngOf(symbol, design, image) : svgOf(symbol, design, image)
}
