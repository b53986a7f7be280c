import { type ArchivePart, archiveRows } from '../../../../platform/jobs/archive-part.ts'
import { Domain } from '../domains/domain.entity.ts'
import { MissingCode } from '../domains/missing-code.entity.ts'
import { Link } from '../link.entity.ts'
import { Folder } from '../organizing/folder.entity.ts'
import { LinkTag } from '../organizing/link-tag.entity.ts'
import { Tag } from '../organizing/tag.entity.ts'
import { UtmTemplate } from '../utm/utm-template.entity.ts'
import { readLinks } from './link-export.service.ts'

const ofWorkspace = (workspace: string) => ({ workspace })

/** The links of a workspace and what organizes them, for an archive. */
export const linkArchiveParts: readonly ArchivePart[] = [
  {
    of: 'workspace',
    name: 'links.json',
    about: 'Links with all their options and tags, also links of QR codes and bio pages. An import reads it.',
    readsFrom: [Link, LinkTag],
    content: { pages: ({ em, settings, id }) => readLinks(em, settings, ofWorkspace(id)) },
  },
  archiveRows({ of: 'workspace', name: 'tags.json', about: 'Tags.', entity: Tag, where: ofWorkspace }),
  archiveRows({ of: 'workspace', name: 'folders.json', about: 'Folders.', entity: Folder, where: ofWorkspace }),
  archiveRows({
    of: 'workspace',
    name: 'utm-templates.json',
    about: 'UTM templates.',
    entity: UtmTemplate,
    where: ofWorkspace,
  }),
  archiveRows({
    of: 'workspace',
    name: 'domains.json',
    about: 'Domains.',
    entity: Domain,
    where: ofWorkspace,
    omit: ['verificationToken'],
  }),
  archiveRows({
    of: 'workspace',
    name: 'missing-codes.json',
    about: 'Codes that people asked for on domains and no link has.',
    entity: MissingCode,
    where: (workspace) => ({ domain: { workspace } }),
  }),
]
