import { ValidateBy } from 'class-validator'
import { defineIssue } from '../../shared/field-issue.ts'
import { saying } from './argument-validation.ts'

const fileTooLarge = defineIssue('FILE_TOO_LARGE', 'must be at most {max} KiB')

/** The largest body of a request to /graphql, in bytes. */
export const graphqlBodyLimitBytes = 256 * 1024

/** What a body has beside an image: the other fields, and the document over GraphQL. */
const otherBytes = 2 * 1024

/** The bounds of an uploaded image of at most `maxKib` KiB. */
export class ImageUpload {
  /** The largest body over REST, in bytes. */
  readonly bodyLimit: number
  private readonly maxBase64Length: number

  constructor(private readonly maxKib: number) {
    this.maxBase64Length = Math.ceil((maxKib * 1024) / 3) * 4
    this.bodyLimit = this.maxBase64Length + otherBytes
  }

  /** The sentence about its format and size, for the reference. */
  get description(): string {
    const graphqlKib = Math.floor(((graphqlBodyLimitBytes - otherBytes) * 3) / 4 / 1024)
    return (
      'A PNG, JPEG or WebP in base64 or as a data URL, of at most 4,000,000 pixels, with no side longer than 10 times the other. ' +
      `At most ${this.maxKib} KiB over REST, and ${graphqlKib} KiB over GraphQL by HTTP, whose requests have at most ${graphqlBodyLimitBytes / 1024} KiB.`
    )
  }

  /** Bounds the length. OpenAPI reads the bound by the name `maxLength`. */
  HasLength(): PropertyDecorator {
    const options = {
      name: 'maxLength',
      constraints: [this.maxBase64Length + maxPrefixLength],
      validator: {
        validate: (image: unknown) => typeof image === 'string' && base64Of(image).length <= this.maxBase64Length,
      },
    }
    return ValidateBy(options, saying(fileTooLarge({ max: this.maxKib })))
  }
}

const maxPrefixLength = 100

/** The base64 in a data URL, as `FileReader.readAsDataURL` returns one; another text as it is. */
export function base64Of(image: string): string {
  if (!image.startsWith('data:')) return image
  const comma = image.slice(0, maxPrefixLength).indexOf(';base64,')
  return comma === -1 ? image : image.slice(comma + ';base64,'.length)
}
