import type { ClickRow } from '../../../src/modules/visits/clicks/tracking/click-row.ts'
import { newId } from '../../../src/platform/shared/ids.ts'

/** A click in the form of the recorder. */
export function clickOf(urlId: string, fields: Partial<ClickRow> = {}): ClickRow {
  const at = new Date()
  return {
    id: newId('clk', at),
    url_id: urlId,
    at: at.toISOString(),
    trigger: 'link',
    region: null,
    city: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    rule_id: null,
    variant: null,
    utm_content: null,
    country: null,
    device: 'Desktop',
    browser: 'Firefox',
    os: 'Linux',
    referrer: null,
    bot: false,
    bot_name: null,
    visitor: null,
    ...fields,
  }
}
