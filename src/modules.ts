import { abuseModule } from './abuse/abuse.module.ts'
import { accountsModule } from './accounts/accounts.module.ts'
import { commandCenterModule } from './center/command-center.module.ts'
import { clicksModule } from './clicks/clicks.module.ts'
import { linkHealthModule } from './health/link-health.module.ts'
import { anomaliesModule } from './insights/anomalies/anomalies.module.ts'
import { questionsModule } from './insights/questions/questions.module.ts'
import { publicStatsModule } from './insights/statistics/public-stats.module.ts'
import { apiKeysModule } from './keys/api-keys.module.ts'
import { linksModule } from './links/links.module.ts'
import { oauthModule } from './oauth/oauth.module.ts'
import { qrCodesModule } from './qr/qr-codes.module.ts'
import { redirectsModule } from './redirect/redirects.module.ts'
import type { Module, ModuleDefinition, Platform } from './server/module.ts'
import { websiteModule } from './site/website.module.ts'
import { webhooksModule } from './webhooks/webhooks.module.ts'

/** Every module, each after those whose services it uses. */
export const modules: readonly ModuleDefinition[] = [
  accountsModule,
  apiKeysModule,
  oauthModule,
  linksModule,
  clicksModule,
  qrCodesModule,
  abuseModule,
  redirectsModule,
  publicStatsModule,
  questionsModule,
  anomaliesModule,
  webhooksModule,
  linkHealthModule,
  commandCenterModule,
  websiteModule,
]

export const entities = modules.flatMap((module) => module.entities)
export const resolvers = modules.flatMap((module) => module.resolvers)

/** Creates every module with the services it uses, in the order of `modules`. */
export async function createModules(platform: Platform): Promise<Module[]> {
  const accounts = accountsModule.create(platform)
  const apiKeys = apiKeysModule.create(platform)
  const oauth = oauthModule.create(platform, accounts)
  const links = await linksModule.create(platform)
  const clicks = await clicksModule.create(platform)
  const qrCodes = qrCodesModule.create(platform, links, clicks)
  const abuse = abuseModule.create(platform, links, clicks)
  const redirects = redirectsModule.create(platform, links, clicks, qrCodes)
  const publicStats = publicStatsModule.create(platform)
  const questions = questionsModule.create(platform)
  const anomalies = anomaliesModule.create(platform)
  const webhooks = webhooksModule.create(platform)
  const linkHealth = linkHealthModule.create(platform)
  const commandCenter = commandCenterModule.create(platform)
  const website = websiteModule.create(platform, redirects, publicStats)
  return [
    accounts,
    apiKeys,
    oauth,
    links,
    clicks,
    qrCodes,
    abuse,
    redirects,
    publicStats,
    questions,
    anomalies,
    webhooks,
    linkHealth,
    commandCenter,
    website,
  ]
}
