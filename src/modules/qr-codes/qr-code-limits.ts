import type { PlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { DynamicQr } from './dynamic-qr.entity.ts'
import { QrLogo } from './qr-logo.entity.ts'

export const qrAllowance: PlanLimit = {
  resourceName: 'dynamic QR codes',
  maximum: 1000,
  countUsed: (em, ownerId) => em.count(DynamicQr, { owner: ownerId }),
  findNewest: (em, ownerId) => em.findOne(DynamicQr, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

export const logoAllowance: PlanLimit = {
  resourceName: 'logos',
  maximum: 20,
  countUsed: (em, ownerId) => em.count(QrLogo, { owner: ownerId }),
  findNewest: (em, ownerId) => em.findOne(QrLogo, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}
