/* Names that a phone makes for itself. By chance alone: no clock, and not crypto.randomUUID, which plain http lacks. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LENGTH = 22;

/** A key that nobody else makes: 132 random bits in 22 characters that an address can hold. @returns {string} */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
