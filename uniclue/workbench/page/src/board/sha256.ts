// SHA-256 of a text. The browser's own is missing on pages of plain http.
const turned = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The first 32 bits after the point of the roots of the first primes. */
function rootsOfPrimes(count: number, root: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((p) => ((p ** (1 / root) % 1) * 2 ** 32) | 0);
}

/** The message in blocks of 16 words: its bytes, a 1, zeros, its length in bits. */
function padded(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  [...bytes, 0x80].forEach((byte, i) => { words[i >> 2]! |= byte << (24 - (i % 4) * 8); });
  words[words.length - 1] = bytes.length * 8;
  return words;
}

/** The words of one block, stretched to 64. */
function schedule(block: Int32Array): number[] {
  const w = [...block];
  for (let i = 16; i < 64; i++) {
    const [a, b] = [w[i - 15]!, w[i - 2]!];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w.push((w[i - 16]! + s0 + w[i - 7]! + s1) | 0);
  }
  return w;
}

/** The digest in hex digits. */
export function sha256(text: string): string {
  const [k, state, words] = [rootsOfPrimes(64, 3), rootsOfPrimes(8, 2), padded(text)];
  for (let at = 0; at < words.length; at += 16) {
    const w = schedule(words.subarray(at, at + 16));
    const v = [...state];
    for (let i = 0; i < 64; i++) {
      const [a, b, c, , e, f, g, h] = v as [number, number, number, number, number, number, number, number];
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0;
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      v.pop();
      v.unshift((first + second) | 0);
      v[4] = (v[4]! + first) | 0;
    }
    v.forEach((word, i) => { state[i] = (state[i]! + word) | 0; });
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
