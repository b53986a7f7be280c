import { Field, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'

export type QrReaderName = 'zxing' | 'jsqr'
export const QrReaderName = createEnumType<QrReaderName>('QrReaderName', 'A program that reads QR codes.', {
  zxing: 'ZXing, which many apps of phones contain.',
  jsqr: 'jsQR, which many web pages contain.',
})

export type QrAdvice = 'smallerLogo' | 'squareDots' | 'squareEyes' | 'widerMargin' | 'darkerColors' | 'higherLevel'
export const QrAdvice = createEnumType<QrAdvice>('QrAdvice', 'What makes a QR code easier to read.', {
  smallerLogo: 'A smaller `logoShare`.',
  squareDots: 'Squares or rounded squares as `dots`.',
  squareEyes: 'Squares or rounded squares as `eyes`.',
  widerMargin: 'A `margin` of at least 4.',
  darkerColors: 'Darker colours of the modules and eyes.',
  higherLevel: 'Error correction `level` H.',
})

@InheritsAccess()
@ObjectType({ description: 'Whether one reader reads a QR code.' })
export class QrReaderResult {
  @Field(() => QrReaderName, { description: 'The reader.' })
  name!: QrReaderName

  @Field(() => Boolean, {
    description: 'Whether it reads the code at 300 pixels, and at 110 pixels turned by 12 degrees.',
  })
  read!: boolean
}

@InheritsAccess()
@ObjectType({ description: 'How well a QR code is read. Measured by programs that read it.' })
export class QrReadability {
  @Field(() => [QrReaderResult], { description: 'Each reader with its result.' })
  readers!: QrReaderResult[]

  @Field(() => [QrAdvice], {
    description: 'What would help, the most helpful first. Empty when all readers read the code.',
  })
  advice!: QrAdvice[]
}
