import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { QrDetailsFragment, UpdateDynamicQrInput } from '../../graph/types.ts'
import { QrCodeImages, UpdateQrCode } from './qr.graphql.ts'
import { QrDesigner } from './qr-designer.tsx'
import { QrTarget } from './qr-target.tsx'

/** How the QR code looks, its files, and where it leads. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function QrDesignTab({ code }: { readonly code: QrDetailsFragment }) {
  const { id, title, design } = code
  const [{ fetching, error }, update] = useMutation(UpdateQrCode)
  const problem = problemOf(error)
  const change = (input: UpdateDynamicQrInput) => update({ id, input })
  return (
    <QrDesigner
      code={code}
      kept={design}
      imagesQuery={QrCodeImages}
      fileName={title}
      onSave={change}
      isSaving={fetching}
      problem={problem}
    >
      <QrTarget code={code} onChange={change} problem={problem} />
    </QrDesigner>
  )
}
