import { browserNames, operatingSystemNames } from '../../../../platform/http/agents/user-agent.ts'
import { placeVocabularies, unknown } from '../../../../platform/shared/geography/places.ts'
import { listVocabulary } from '../../../../platform/shared/text/vocabulary.ts'
import { DeviceType, Trigger } from '../click.entity.ts'

/** The fields whose values are known, compared case-insensitively. Referrers and campaigns can be any text. */
export const filterVocabularies = {
  ...placeVocabularies,
  device: listVocabulary(Object.values(DeviceType)),
  browser: listVocabulary([...browserNames, unknown]),
  os: listVocabulary([...operatingSystemNames, unknown]),
  trigger: listVocabulary(Object.values(Trigger)),
} as const
