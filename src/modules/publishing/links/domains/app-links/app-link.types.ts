import { Field, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../../platform/auth/authorization.ts'

/** Begins a path whose links the app does not open, as in Apple's `paths`. */
export const excludedPathPrefix = 'NOT '

@InheritsAccess()
@ObjectType({ description: 'An app for iPhones and iPads that opens links of a domain.' })
export class AppleApp {
  @Field(() => String, { description: 'Prefix and bundle identifier, such as `A1B2C3D4E5.com.example.museum`.' })
  appId!: string

  @Field(() => [String], {
    description:
      'The paths that the app opens, such as `/*`. The first that fits counts; `NOT /shop` stays in the browser.',
  })
  components!: string[]
}

@InheritsAccess()
@ObjectType({ description: 'An app for Android that opens links of a domain.' })
export class AndroidApp {
  @Field(() => String, { description: 'Name of the package, such as `com.example.museum`.' })
  packageName!: string

  @Field(() => [String], { description: 'SHA-256 fingerprints of the certificates that sign the app.' })
  sha256CertFingerprints!: string[]
}

/** The apps that open the links of a domain. */
export interface DomainApps {
  readonly appleApps: readonly AppleApp[]
  readonly androidApps: readonly AndroidApp[]
}
