import { ArrayUnique, Matches, MaxLength } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { MaxItems, NotEmptyList, saying } from '../../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue } from '../../../../../platform/shared/field-issue.ts'

const maxApps = 10
/** With these bounds the file of a domain stays below the 128 KB that Apple reads. */
const maxComponents = 50
const maxComponentLength = 128

const each = { each: true }
const notAnAppId = defineIssue(
  'NOT_AN_APP_ID',
  'must be a prefix of 10 and a bundle, such as A1B2C3D4E5.com.example.app',
)
const notAPackage = defineIssue('NOT_A_PACKAGE', 'must be the name of a package, such as com.example.app')
const notAnAppPath = defineIssue('NOT_AN_APP_PATH', 'must be paths such as /* or NOT /shop')
const notAFingerprint = defineIssue('NOT_A_FINGERPRINT', 'must be SHA-256 fingerprints, such as 14:6D:E9:...')

const appIdPattern = /^[A-Z0-9]{10}(?:\.[A-Za-z0-9-]+)+$/
/** `*` stands for any characters and `?` for one. Other characters are those of a path. */
const appPathPattern = /^(?:NOT )?\/[A-Za-z0-9\-._~!&'*+,;=:@%/?]*$/
const packagePattern = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/
const fingerprintPattern = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/i

@InputType({ description: 'An app for iPhones and iPads.' })
export class AppleAppInput {
  @MaxLength(166)
  @Matches(appIdPattern, saying(notAnAppId()))
  @Field(() => String, {
    description: 'Prefix and bundle identifier, such as `A1B2C3D4E5.com.example.museum`; at most 166 characters.',
  })
  appId!: string

  @Matches(appPathPattern, saying(notAnAppPath(), each))
  @MaxLength(maxComponentLength, { ...each, message: `must be paths of at most ${maxComponentLength} characters` })
  @NotEmptyList()
  @MaxItems(maxComponents)
  @Field(() => [String], {
    defaultValue: ['/*'],
    description:
      'The paths that the app opens, 1 to 50: `*` stands for any characters, `?` for one. The first that fits counts; `NOT /shop` stays in the browser.',
  })
  components!: string[]
}

@InputType({ description: 'An app for Android.' })
export class AndroidAppInput {
  @MaxLength(223)
  @Matches(packagePattern, saying(notAPackage()))
  @Field(() => String, { description: 'Name of the package, such as `com.example.museum`; at most 223 characters.' })
  packageName!: string

  @Matches(fingerprintPattern, saying(notAFingerprint(), each))
  @ArrayUnique((fingerprint: string) => fingerprint.toUpperCase())
  @NotEmptyList()
  @MaxItems(maxApps)
  @Field(() => [String], {
    description: 'SHA-256 fingerprints of the certificates that sign the app, 1 to 10, each 32 bytes with colons.',
  })
  sha256CertFingerprints!: string[]
}

@InputType({ description: 'All apps of a domain. A list that is absent is empty: its apps no longer open links.' })
export class SetDomainAppsInput {
  @ArrayUnique(({ appId }: AppleAppInput) => appId)
  @MaxItems(maxApps)
  @Field(() => [AppleAppInput], { defaultValue: [], description: 'Apps for iPhones and iPads, at most 10.' })
  appleApps!: AppleAppInput[]

  @ArrayUnique(({ packageName }: AndroidAppInput) => packageName)
  @MaxItems(maxApps)
  @Field(() => [AndroidAppInput], { defaultValue: [], description: 'Apps for Android, at most 10.' })
  androidApps!: AndroidAppInput[]
}
