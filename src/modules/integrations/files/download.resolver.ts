import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { DownloadNotFound } from './file.errors.ts'
import { Download } from './file.types.ts'
import type { FileStore } from './file-store.ts'

const mediaTypes = ['text/csv', 'application/json', 'application/geo+json', 'application/zip']

@Resolver(() => Download)
export class DownloadResolver {
  constructor(private readonly fileStore: FileStore) {}

  @Rest('GET /downloads/{token}', 200, { media: mediaTypes, isFile: true })
  @Open()
  @Throws(DownloadNotFound)
  @Price('lookup')
  @Query(() => Download, { description: 'A file that a job has written, by the token of its download link. Public.' })
  async download(
    @Arg('token', () => String, { description: 'Last part of the address, such as `tkd_01k...`.' }) token: string,
    @Ctx() context: RequestContext,
  ): Promise<Download> {
    const file = await this.fileStore.find(context.em, token)
    if (!file) throw new DownloadNotFound()
    const { id, name, contentType } = file
    context.respondWithFile({ name, mediaType: contentType, open: async () => this.fileStore.read(id) })
    return this.fileStore.toDownload(file)
  }
}
