/** So many requests to a chat server, so many at a time, and nothing else: node bare-requests.js url count concurrency */
const [baseURL, count, concurrency] = process.argv.slice(2);
let next = 0;
async function ask() {
  while (next < Number(count)) {
    const content = `Write a sentence with all words: dog, thing${next++}, run`;
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
      body,
    });
    await response.json();
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, ask));
