import type { ClickRow } from '../../../src/modules/visits/clicks/tracking/click-row.ts'
import type { Click } from '../brute-force/counting.ts'

/** A click as the journal has it. */
export function toRow({ id, urlId, at, isBot, visitor, values }: Click): ClickRow {
  const read = (name: keyof typeof values) => (values[name] === 'Unknown' ? null : values[name])
  const referrer = values.referrer === 'Direct' ? null : read('referrer')
  return {
    ...{ id, url_id: urlId, at: new Date(at).toISOString(), bot: isBot, bot_name: null, visitor, referrer },
    trigger: values.trigger as ClickRow['trigger'],
    ...{ country: read('country'), region: read('region'), city: read('city') },
    ...{ device: read('device'), browser: read('browser'), os: read('os') },
    ...{ utm_source: read('utmSource'), utm_medium: read('utmMedium'), utm_campaign: read('utmCampaign') },
    ...{ utm_term: read('utmTerm'), utm_content: read('utmContent'), rule_id: read('rule'), variant: read('variant') },
  }
}
