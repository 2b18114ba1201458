# The server and the workers of sensebench. The database is another container: compose.yaml.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts
COPY . .
RUN npm run pack && mv *.tgz /tmp

FROM node:24-bookworm-slim
COPY --from=build /tmp/sensebench-0.1.0.tgz /tmp/sensebench-studio-0.1.0.tgz /tmp/
RUN npm install --global --ignore-scripts /tmp/sensebench-*.tgz && rm /tmp/sensebench-*.tgz \
  && mkdir /data /datasets && chown node:node /data /datasets
USER node
WORKDIR /data
EXPOSE 4310
ENTRYPOINT ["sensebench"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data", "--datasets", "/datasets", "--runs", "/datasets", "--log", "json"]
