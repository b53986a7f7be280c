import { Arg, Args, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { Passkey } from './passkey.entity.ts'
import { PasskeyNotFound } from './passkey.errors.ts'
import { RenamePasskeyArgs } from './passkey.inputs.ts'
import type { PasskeyService } from './passkey.service.ts'

@Resolver(() => Passkey)
export class PasskeyResolver {
  constructor(private readonly passkeyService: PasskeyService) {}

  @Rest('PATCH /auth/passkeys/{id}', 200)
  @Access('write:profile', { sessionOnly: true })
  @Throws(PasskeyNotFound)
  @Price('write')
  @Mutation(() => Passkey, { description: 'Give a passkey of the caller another name.' })
  renamePasskey(
    @Args(() => RenamePasskeyArgs) { id, name }: RenamePasskeyArgs,
    @Ctx() context: RequestContext,
  ): Promise<Passkey> {
    return this.passkeyService.rename(context, id, name)
  }

  @Rest('DELETE /auth/passkeys/{id}', 200)
  @Access('write:profile', { sessionOnly: true, stepUp: 'always' })
  @Throws(PasskeyNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Remove a passkey of the caller, and the recovery codes with the last second factor.',
  })
  async removePasskey(
    @Arg('id', () => ID, { description: 'Identifier of the passkey, such as `psk_01k...`.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<SuccessResponse> {
    await this.passkeyService.remove(context, id)
    return { success: true, deletedId: id }
  }
}
