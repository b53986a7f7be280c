import type { Language, Translations } from './language.ts'

/** What stands between browser and system. */
const joints: Translations = { en: ' on ', de: ' unter ', fr: ' sous ', es: ' en ' }

/** The name that `describeDevice` has given, such as `Firefox on Linux`, in a language. */
export function translateDevice(lang: Language, device: string): string {
  return device.replace(joints.en, joints[lang])
}
