import { AbuseAct, AbuseResolver, AbuseReviewResolver, BlockedDestination, BlockListResolver } from './abuse/index.ts'
import { Account, AccountResolver, ActivityResolver } from './accounts/index.ts'
import { CommandCenterResolver } from './center/index.ts'
import { Click, ClickResolver, LinkClicksResolver, LiveClicksResolver } from './clicks/index.ts'
import { LinkHealthResolver, UrlHealthResolver } from './health/index.ts'
import { AnomalyResolver, LinkAnomaliesResolver, PublicStatsResolver, QuestionResolver } from './insights/index.ts'
import { ApiKey, ApiKeyResolver } from './keys/index.ts'
import { AccountLinksResolver, Code, Link, LinkResolver } from './links/index.ts'
import { OAuthApp, OAuthAppResolver, OAuthGrantResolver } from './oauth/index.ts'
import { DynamicQr, DynamicQrResolver, QrLogo, QrLogoResolver } from './qr/index.ts'
import { ResolutionResolver } from './redirect/index.ts'
import {
  DeliveryEdgesResolver,
  Webhook,
  WebhookDeliveryResolver,
  WebhookEdgesResolver,
  WebhookResolver,
} from './webhooks/index.ts'

/** Every entity of the service. */
export const entities = [
  ...[Account, ApiKey, OAuthApp, Link, Code, Click],
  ...[DynamicQr, QrLogo, BlockedDestination, AbuseAct, Webhook],
]

/** Every resolver of the service. */
export const resolvers = [
  AccountResolver,
  ActivityResolver,
  ApiKeyResolver,
  OAuthAppResolver,
  OAuthGrantResolver,
  LinkResolver,
  AccountLinksResolver,
  ClickResolver,
  LinkClicksResolver,
  LiveClicksResolver,
  DynamicQrResolver,
  QrLogoResolver,
  AbuseResolver,
  AbuseReviewResolver,
  BlockListResolver,
  ResolutionResolver,
  PublicStatsResolver,
  QuestionResolver,
  AnomalyResolver,
  LinkAnomaliesResolver,
  WebhookResolver,
  WebhookDeliveryResolver,
  WebhookEdgesResolver,
  DeliveryEdgesResolver,
  LinkHealthResolver,
  UrlHealthResolver,
  CommandCenterResolver,
]
