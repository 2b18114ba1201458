package edu.anu.spice;

import edu.stanford.nlp.ling.CoreAnnotations;
import edu.stanford.nlp.ling.CoreLabel;
import edu.stanford.nlp.ling.IndexedWord;
import edu.stanford.nlp.pipeline.Annotation;
import edu.stanford.nlp.pipeline.StanfordCoreNLP;
import edu.stanford.nlp.process.CoreLabelTokenFactory;
import edu.stanford.nlp.process.PTBTokenizer;
import edu.stanford.nlp.semgraph.SemanticGraph;
import edu.stanford.nlp.semgraph.SemanticGraphCoreAnnotations;
import edu.stanford.nlp.semgraph.SemanticGraphEdge;
import edu.stanford.nlp.trees.TreeCoreAnnotations;
import edu.stanford.nlp.util.CoreMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/**
 * Reads sentences, one a line; writes, one JSON line each, their coco tokens, CoreNLP 3.6's tags, lemmas, trees, basic and
 * CC-processed dependencies, and the propositions that SPICE 1.0 reads off them. It lives in SPICE's package because its parser is protected.
 */
public final class ParseCaptions {
  private static final Set<String> PUNCTUATION = new HashSet<>(Arrays.asList(
      "''", "'", "``", "`", "-lrb-", "-rrb-", "-lcb-", "-rcb-", ".", "?", "!", ",", ":", "-", "--", "...", ";"));

  private static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String cocoTokens(String line) {
    StringBuilder tokens = new StringBuilder();
    PTBTokenizer<CoreLabel> tokenizer =
        new PTBTokenizer<>(new StringReader(line), new CoreLabelTokenFactory(), "untokenizable=noneDelete");
    while (tokenizer.hasNext()) {
      String word = tokenizer.next().word().toLowerCase();
      if (!PUNCTUATION.contains(word)) tokens.append(tokens.length() > 0 ? " " : "").append(word);
    }
    return tokens.toString();
  }

  private static String dependencies(SemanticGraph graph) {
    StringBuilder list = new StringBuilder();
    for (IndexedWord root : graph.getRoots()) list.append(",[\"ROOT\",0,").append(root.index()).append(']');
    for (SemanticGraphEdge edge : graph.edgeListSorted()) {
      IndexedWord governor = edge.getGovernor();
      IndexedWord dependent = edge.getDependent();
      list.append(",[").append(quote(edge.getRelation().toString())).append(',').append(governor.index());
      list.append(',').append(dependent.index());
      if (governor.copyCount() + dependent.copyCount() > 0) {
        list.append(',').append(governor.copyCount()).append(',').append(dependent.copyCount());
      }
      list.append(']');
    }
    return "[" + list.substring(Math.min(1, list.length())) + "]";
  }

  public static void main(String[] args) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("annotators", "tokenize,ssplit,parse,lemma");
    properties.setProperty("enforceRequirements", "false");
    StanfordCoreNLP pipeline = new StanfordCoreNLP(properties);
    SpiceParser parser = new SpiceParser(null, 1, true);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Annotation annotation = new Annotation(cocoTokens(line));
      pipeline.annotate(annotation);
      StringBuilder json = new StringBuilder("{\"text\":" + quote(annotation.toString()) + ",\"sentences\":[");
      String separator = "";
      for (CoreMap sentence : annotation.get(CoreAnnotations.SentencesAnnotation.class)) {
        StringBuilder tokens = new StringBuilder();
        for (CoreLabel token : sentence.get(CoreAnnotations.TokensAnnotation.class)) {
          tokens.append(tokens.length() > 0 ? "," : "").append('[').append(quote(token.word())).append(',');
          tokens.append(quote(token.tag())).append(',').append(quote(token.lemma())).append(']');
        }
        json.append(separator).append("{\"tokens\":[").append(tokens).append("],\"tree\":");
        json.append(quote(sentence.get(TreeCoreAnnotations.TreeAnnotation.class).toString())).append(",\"basic\":");
        json.append(dependencies(sentence.get(SemanticGraphCoreAnnotations.BasicDependenciesAnnotation.class)));
        json.append(",\"cc\":");
        json.append(dependencies(sentence.get(SemanticGraphCoreAnnotations.CollapsedCCProcessedDependenciesAnnotation.class)));
        json.append('}');
        separator = ",";
      }
      json.append("],\"tuples\":[");
      separator = "";
      for (List<String> tuple : parser.parseAnnotation(annotation).tuples) {
        StringBuilder words = new StringBuilder();
        for (String word : tuple) words.append(words.length() > 0 ? "," : "").append(quote(word));
        json.append(separator).append('[').append(words).append(']');
        separator = ",";
      }
      out.println(json.append("]}"));
    }
    out.flush();
  }
}
