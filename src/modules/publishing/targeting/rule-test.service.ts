import { findOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { type ParsedUserAgent, parseUserAgent } from '../../../platform/http/agents/user-agent.ts'
import { buildFinalDestination, Link, LinkNotFound, readRouteRules } from '../links/index.ts'
import { isBlocking, toMatchedRule } from './matched-rule.types.ts'
import { findMatchingRule } from './rule-evaluation.ts'
import type { RuleTestResult, TestUrlRulesInput } from './rule-test.types.ts'
import type { RuleDevice } from './rule-values.ts'
import { Visitor } from './visitor-facts.ts'

/** The device and the operating system that a device of rules stands for. */
const agents: Readonly<Record<RuleDevice, Pick<ParsedUserAgent, 'device' | 'os'>>> = {
  ios: { device: 'Mobile', os: 'iOS' },
  android: { device: 'Mobile', os: 'Android' },
  mobile: { device: 'Mobile', os: 'Other' },
  tablet: { device: 'Tablet', os: 'Other' },
  desktop: { device: 'Desktop', os: 'Other' },
  windows: { device: 'Desktop', os: 'Windows' },
  macos: { device: 'Desktop', os: 'macOS' },
  linux: { device: 'Desktop', os: 'Linux' },
  chromeos: { device: 'Desktop', os: 'Chrome OS' },
}

/** Tries the rules of the caller's links with given visitors, as a visit does. */
export class RuleTestService {
  constructor(private readonly random: () => number) {}

  /** Throws `LinkNotFound`. */
  async test(context: RequestContext, id: string, input: TestUrlRulesInput): Promise<RuleTestResult> {
    const link = await findOwned(context, Link, { id, kind: 'link' }, LinkNotFound, { populate: ['routeRules'] })
    const region = input.region?.toUpperCase() ?? null
    const visitor = new Visitor({
      agent:
        input.device != null && input.userAgent == null ? agents[input.device] : parseUserAgent(input.userAgent ?? ''),
      location: { country: input.country?.toUpperCase() ?? region?.slice(0, 2) ?? null, region },
      acceptLanguage: input.language ?? undefined,
      now: input.time ?? context.now(),
      sample: this.random(),
    })
    const rule = findMatchingRule(readRouteRules(link.routeRules) ?? [], visitor)
    return {
      destination: isBlocking(rule) ? null : buildFinalDestination(rule?.destination ?? link.originalUrl, link),
      matchedRule: toMatchedRule(rule),
    }
  }
}
