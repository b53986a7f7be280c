import { createEnumType } from '../../../../platform/shared/enum-type.ts'

export type BioBlockType = 'link' | 'heading' | 'text' | 'social' | 'divider' | 'email' | 'phone' | 'sms'
export const BioBlockType = createEnumType<BioBlockType>('BioBlockType', 'What a block of a bio page is.', {
  link: 'A link with a title.',
  heading: 'A heading.',
  text: 'A paragraph.',
  social: 'The icon of a network, which leads to a profile.',
  divider: 'A line.',
  email: 'An e-mail address. Its clicks cannot be counted.',
  phone: 'A telephone number to call. Its clicks cannot be counted.',
  sms: 'A telephone number to send a message to. Its clicks cannot be counted.',
})
