/** Draws an image file no larger than it is kept, as a data URL: a request has room for a few hundred KiB only. */
export async function shrinkImage(file: Blob, maxSide: number, type = 'image/png'): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context && type === 'image/jpeg') {
    // It knows no transparency.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL(type, 0.9)
}
