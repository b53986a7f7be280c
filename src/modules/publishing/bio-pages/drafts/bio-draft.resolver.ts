import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { DestinationBlocked } from '../../../../platform/addresses/block-list.ts'
import { Access } from '../../../../platform/auth/authorization.ts'
import { inputOptions, Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { DestinationLoop, DestinationNotAllowed, SlugNotAllowed, SlugReserved, SlugTaken } from '../../links/index.ts'
import { BioPage } from '../bio-page.entity.ts'
import { BioDraftChanged, BioPageNotFound, ThemeContrastTooLow } from '../bio-page.errors.ts'
import { DuplicateBioPageArgs, PublishBioPageArgs, UpdateBioPageDraftInput } from './bio-draft.inputs.ts'
import type { BioDraftService } from './bio-draft.service.ts'
import { BioPageDraft, BioPagePreview } from './bio-draft.types.ts'

const pageIdOptions = { description: 'Identifier of the bio page.' }

@Resolver(() => BioPageDraft)
export class BioDraftResolver {
  constructor(private readonly bioDraftService: BioDraftService) {}

  @Rest('GET /bio-pages/{id}/draft', 200)
  @Access('read:links')
  @Throws(BioPageNotFound)
  @Price('lookup')
  @Query(() => BioPageDraft, {
    description: 'What publishing would make of a bio page: its draft, or the page as it is while it has none.',
  })
  bioPageDraft(@Arg('id', () => ID, pageIdOptions) id: string, @Ctx() context: RequestContext): Promise<BioPageDraft> {
    return this.bioDraftService.get(context, id)
  }

  @Rest('GET /bio-pages/{id}/preview', 200)
  @Access('read:links')
  @Throws(BioPageNotFound)
  @Price('lookup')
  @Query(() => BioPagePreview, {
    description: 'What visitors will see when the draft of a bio page is published. It counts no view.',
  })
  bioPagePreview(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<BioPagePreview> {
    return this.bioDraftService.preview(context, id)
  }

  @Rest('PATCH /bio-pages/{id}/draft', 200, {
    example: { title: 'Ada Lovelace', blocks: [{ type: 'link', title: 'My shop', url: 'https://example.com/shop' }] },
  })
  @Access('write:links')
  @Throws(
    BioPageNotFound,
    BioDraftChanged,
    ThemeContrastTooLow,
    DestinationBlocked,
    DestinationLoop,
    DestinationNotAllowed,
  )
  @Price('write')
  @Mutation(() => BioPageDraft, {
    description:
      'Prepare changes of a bio page, with all of its blocks in one write. Visitors see them after `publishBioPage`, which replaces what was changed on the page meanwhile.',
  })
  updateBioPageDraft(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Arg('input', () => UpdateBioPageDraftInput, inputOptions) input: UpdateBioPageDraftInput,
    @Ctx() context: RequestContext,
  ): Promise<BioPageDraft> {
    return this.bioDraftService.update(context, id, input)
  }

  @Rest('DELETE /bio-pages/{id}/draft', 200)
  @Access('write:links')
  @Throws(BioPageNotFound)
  @Price('write')
  @Mutation(() => BioPage, { description: 'Discard the draft of a bio page. The page stays as visitors see it.' })
  discardBioPageDraft(
    @Arg('id', () => ID, pageIdOptions) id: string,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioDraftService.discard(context, id)
  }

  @Rest('POST /bio-pages/{id}/publish', 200)
  @Access('write:links')
  @Throws(BioPageNotFound, BioDraftChanged, DestinationBlocked)
  @Price('write')
  @Mutation(() => BioPage, {
    description: 'Let visitors open a bio page. If it has a draft, the page becomes what the draft says.',
  })
  publishBioPage(
    @Args(() => PublishBioPageArgs) input: PublishBioPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioDraftService.publish(context, input)
  }

  @Rest('POST /bio-pages/{id}/duplicate', 201)
  @Access('write:links')
  @Throws(BioPageNotFound, SlugTaken, SlugReserved, SlugNotAllowed, DestinationBlocked, PlanLimitReached)
  @Price('write')
  @Mutation(() => BioPage, {
    description:
      'Create a bio page that is like another one or its draft, with its blocks and images. It is not published.',
  })
  duplicateBioPage(
    @Args(() => DuplicateBioPageArgs) input: DuplicateBioPageArgs,
    @Ctx() context: RequestContext,
  ): Promise<BioPage> {
    return this.bioDraftService.duplicate(context, input)
  }
}
