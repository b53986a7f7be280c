import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { rateLimitKeyOf } from '../../../../platform/graphql/request-limits.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { buildQrText } from '../designed-qr.ts'
import { type DesignOptions, defaultDesign, isPlainDesign, mergeDesign, QrDesign } from '../qr-design.ts'
import { readLogo } from '../qr-logo.service.ts'
import type { QrAdvice, QrReadability } from './qr-readability.ts'
import { QrReaders } from './qr-readers.ts'

/** Changes of a design and of its logo. */
interface DesignChanges extends DesignOptions {
  readonly logoId?: string | null | undefined
}

/** An address as long as one of a new code. */
const sampleLink = { code: 'AbCdEfG', domainHost: null }

/** Whether the codes of the caller are read. What is drawn otherwise than plain is read before it is saved. */
export class QrReadabilityService {
  private readonly readers = new QrReaders()

  /** Reads the code of a design. */
  async read(context: RequestContext, design: QrDesign): Promise<QrReadability> {
    const { logoId, link } = design
    const png = logoId && (await readLogo(context, logoId))
    const logo = logoId && png ? { id: logoId, png } : null
    return this.readers.read(rateLimitKeyOf(context), { text: buildQrText(context, link), design, logo })
  }

  /**
   * Throws `InvalidParams` when no reader reads the changed design. A design that stays as it is is neither found nor read.
   * Without `find`, the code does not exist yet.
   */
  async assertReadable(
    context: RequestContext,
    { logoId, ...options }: DesignChanges,
    find: () => Promise<QrDesign> = async () => new QrDesign(sampleLink, { ...defaultDesign, logoId: null }),
  ): Promise<void> {
    if ([logoId, ...Object.values(options)].every((value) => value === undefined)) return
    const stored = await find()
    const design = new QrDesign(stored.link, {
      ...defaultDesign,
      ...mergeDesign(stored, options),
      logoId: logoId === undefined ? stored.logoId : logoId,
    })
    if (isPlainDesign(design)) return
    const { readers, advice } = await this.read(context, design)
    if (!readers.some(({ read }) => read)) throw createNotReadable(advice)
  }
}

const notReadable = defineIssue('QR_NOT_READABLE', 'makes the code unreadable together with the other options')

/** The field to change for each advice. */
const fieldOfAdvice: Readonly<Record<QrAdvice, string>> = {
  smallerLogo: 'logoShare',
  squareDots: 'dots',
  squareEyes: 'eyes',
  widerMargin: 'margin',
  darkerColors: 'color',
  higherLevel: 'level',
}

/** Names the fields that would help, the most helpful first. */
function createNotReadable(advice: readonly QrAdvice[]): InvalidParams {
  return new InvalidParams(advice.map((name) => ({ field: fieldOfAdvice[name], ...notReadable() })))
}
