import { createEnumType } from '../../../platform/shared/enum-type.ts'

/** The reasons of reports, and of blocks of links and destinations. */
export type AbuseReason = 'phishing' | 'malware' | 'spam' | 'illegal' | 'other'
export const AbuseReason = createEnumType<AbuseReason>('AbuseReason', 'What is wrong with a link or a destination.', {
  phishing: 'It imitates another site to obtain passwords or payments.',
  malware: 'It spreads harmful software.',
  spam: 'It is advertised in unwanted messages.',
  illegal: 'Its content is illegal.',
  other: 'Another reason.',
})

/** The ways in which a block can end. */
export type BlockCause = 'destination' | 'review'
export const BlockCause = createEnumType<BlockCause>('BlockCause', 'Why a link is blocked, and what ends the block.', {
  destination: 'An address of the link is on the block list. Another address ends the block.',
  review: 'A reviewer blocked the link, for example after a report. Only a reviewer ends the block.',
})
