import type { Allowance } from '../graphql/allowance.ts'
import { OAuthApp } from './app.ts'

export const appAllowance: Allowance = {
  what: 'applications',
  most: 50,
  used: (em, ownerId) => em.count(OAuthApp, { owner: ownerId }),
  newest: (em, ownerId) => em.findOne(OAuthApp, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}
