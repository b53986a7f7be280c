// Written by `npm run emit`. Do not edit.
import type { ImportSource, Scope, SubscribableEventType, WebhookFormat } from './types.ts'

export const importSources = [
  'BITLY',
  'CSV',
  'DUB',
  'KUTT',
  'REBRANDLY',
  'SHLINK',
  'SHORT',
  'TLY',
  'YOURLS',
] as const satisfies readonly ImportSource[]

export const scopes = [
  'READ_ANALYTICS',
  'READ_LINKS',
  'READ_PROFILE',
  'WRITE_LINKS',
  'WRITE_PROFILE',
  'WRITE_QR',
] as const satisfies readonly Scope[]

export const subscribableEventTypes = [
  'ANOMALY_DETECTED',
  'BIO_PAGE_CREATED',
  'BIO_PAGE_DELETED',
  'BIO_PAGE_PUBLISHED',
  'BIO_PAGE_UNPUBLISHED',
  'BIO_PAGE_UPDATED',
  'DOMAIN_CREATED',
  'DOMAIN_DELETED',
  'DOMAIN_RELEASED',
  'DOMAIN_UNPROVEN',
  'DOMAIN_UPDATED',
  'DOMAIN_VERIFIED',
  'IMPORT_COMPLETED',
  'LINK_BLOCKED',
  'LINK_CLICKED',
  'LINK_CREATED',
  'LINK_DELETED',
  'LINK_DISABLED',
  'LINK_EXPIRED',
  'LINK_EXPIRING',
  'LINK_LIMIT_REACHED',
  'LINK_REACHABLE',
  'LINK_UNREACHABLE',
  'LINK_UPDATED',
  'QR_CREATED',
  'QR_SCANNED',
  'QR_UPDATED',
  'WORKSPACE_MEMBER_ADDED',
  'WORKSPACE_MEMBER_REMOVED',
] as const satisfies readonly SubscribableEventType[]

export const webhookFormats = ['DISCORD', 'SLACK', 'STANDARD', 'TEAMS'] as const satisfies readonly WebhookFormat[]
