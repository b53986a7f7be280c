import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { linksModule } from '../links/index.ts'
import { RoutingRule } from './routing-rule.entity.ts'
import { LinkRulesResolver, RuleSetResolver, ruleResolvers } from './rule.resolver.ts'
import { RuleService } from './rule.service.ts'
import { TargetingRuleImporter } from './rule-importer.ts'
import { RuleSetService } from './rule-set.service.ts'
import { RuleTestResolver } from './rule-test.resolver.ts'
import { RuleTestService } from './rule-test.service.ts'
import { DeviceRule, GeoRule, LanguageRule, SplitRule, TimeRule } from './rules.entity.ts'

/** Rules that send the visitors of a link to different destinations. */
export const targetingModule = defineModule({
  entities: [RoutingRule, DeviceRule, GeoRule, LanguageRule, TimeRule, SplitRule],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'routing-rules.json',
      about: 'Rules that decide where visitors go.',
      entity: RoutingRule,
      where: (workspace) => ({ link: { workspace } }),
    }),
  ],
  resolvers: [...ruleResolvers, LinkRulesResolver, RuleSetResolver, RuleTestResolver],
  uses: [linksModule],
  create(platform, links): Module {
    const { events } = platform
    const { linksMoved } = platform.hooks
    links.linkImporter.useRules(new TargetingRuleImporter(links.linkRules))
    const ruleService = new RuleService({ ...links, eventPublisher: events, linksMoved })
    return {
      resolvers: [
        ...ruleResolvers.map((Resolver) => new Resolver(ruleService)),
        new LinkRulesResolver(ruleService),
        new RuleSetResolver(new RuleSetService(ruleService)),
        new RuleTestResolver(new RuleTestService(Math.random)),
      ],
    }
  },
})
