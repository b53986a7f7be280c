declare module 'punycode.js' {
  const punycode: {
    /** The letters of a host, or of an address. Throws for wrong Punycode. */
    toUnicode(host: string): string
  }
  // biome-ignore lint/style/noDefaultExport: The package has it.
  export default punycode
}
