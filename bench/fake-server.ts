/** The fake OpenAI-compatible server as a process of its own: prints its address, ends when standard input does. */
import { startFakeOpenAi } from '../test/fake-openai-server.ts';

const server = await startFakeOpenAi();
console.log(server.baseURL);
process.stdin.on('end', () => void server.close()).resume();
