import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/**
 * Sends bytes over a TCP connection of this machine and gives them as they arrived, joined. Both ends
 * are in one process. `mark` is called when the last byte is in and not yet joined.
 */
export async function transfer(bytes: Buffer, mark: () => void): Promise<Buffer> {
  const server = createServer((socket) => socket.end(bytes));
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo; // it listens on a port
    const socket = connect(port, LOOPBACK);
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    await once(socket, 'end');
    socket.destroy();
    mark();
    return Buffer.concat(pieces);
  } finally {
    server.close();
  }
}
