import type { Allowance } from '../graphql/allowance.ts'
import { DynamicQr } from './dynamic.qr.ts'
import { QrLogo } from './qr.logo.ts'

export const qrAllowance: Allowance = {
  what: 'dynamic QR codes',
  most: 1000,
  used: (em, ownerId) => em.count(DynamicQr, { owner: ownerId }),
  newest: (em, ownerId) => em.findOne(DynamicQr, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

export const logoAllowance: Allowance = {
  what: 'logos',
  most: 20,
  used: (em, ownerId) => em.count(QrLogo, { owner: ownerId }),
  newest: (em, ownerId) => em.findOne(QrLogo, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}
